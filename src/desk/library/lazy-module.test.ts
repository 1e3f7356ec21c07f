import { describe, expect, it } from 'vitest'
import { lazyModule } from './lazy-module.ts'

describe('a module that is loaded later', () => {
  const part = { double: async (value: number) => value * 2, name: 'not a method' }

  it('is loaded with the first call of a method, and once', async () => {
    let fetches = 0
    const methods = lazyModule(async () => {
      fetches += 1
      return part
    }).methods({ double: true })
    expect(fetches).toBe(0)
    expect(await Promise.all([methods.double(2), methods.double(3)])).toEqual([4, 6])
    expect(await methods.double(4)).toBe(8)
    expect(fetches).toBe(1)
  })

  it('is requested again if it could not be loaded', async () => {
    const results = [() => Promise.reject(new Error('no network')), () => Promise.resolve(part)]
    const methods = lazyModule<typeof part>(() => results.shift()!()).methods({ double: true })
    await expect(methods.double(2)).rejects.toThrow('no network')
    expect(await methods.double(2)).toBe(4)
  })

  it('runs calls in their original order', async () => {
    const ran: string[] = []
    const methods = lazyModule(async () => ({
      make: async () => void ran.push('make'),
      abandon: async () => void ran.push('abandon'),
    })).methods({ make: true, abandon: true })
    await Promise.all([methods.make(), methods.abandon()])
    expect(ran).toEqual(['make', 'abandon'])
  })
})
