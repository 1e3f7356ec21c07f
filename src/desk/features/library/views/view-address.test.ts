import { describe, expect, it } from 'vitest'
import type { ViewSpec } from '../../../library/view/view.ts'
import { startOfDay } from '../filters/days.ts'
import { addressOf, specFrom, writeSpec } from './view-address.ts'

const read = (address: string) => specFrom(new URLSearchParams(address))

const day = (text: string, later = 0) => startOfDay(text, later)

describe('the address of a view', () => {
  it.each<[string, ViewSpec]>([
    ['q=solar+farm', { query: 'solar farm' }],
    ['decision=keep', { decisions: ['keep'] }],
    ['decision=undecided%2Cmaybe', { decisions: ['none', 'maybe'] }],
    ['read=yes', { read: true }],
    ['read=no', { read: false }],
    ['job=17', { job: '17' }],
    ['chain=17', { chain: '17' }],
    ['category=Energy+%26+Water', { category: 'Energy & Water' }],
    ['keyword=storm+surge', { keyword: 'storm surge' }],
    ['words=300..800', { words: { from: 300, to: 800 } }],
    ['words=300..', { words: { from: 300, to: undefined } }],
    ['words=1234567890..', { words: { from: 1_234_567_890, to: undefined } }],
    ['words=..800', { words: { from: undefined, to: 800 } }],
    ['quality=short%2Clinks', { quality: ['short', 'links'] }],
    ['exported=no', { exported: false }],
    [
      'collected=2026-01-01..2026-01-31',
      { collected: { from: day('2026-01-01'), to: day('2026-01-31', 1) } },
    ],
    ['collected=2026-10-25..', { collected: { from: day('2026-10-25'), to: undefined } }],
    ['duplicates=yes', { duplicated: true }],
    ['versions=yes', { versioned: true }],
    ['note=no', { noted: false }],
    ['sort=title', { sort: 'title' }],
    [
      'decision=keep&read=no&job=4&sort=longest',
      { decisions: ['keep'], read: false, job: '4', sort: 'longest' },
    ],
  ])('%s reads as its view and back', (address, spec) => {
    expect(read(address)).toEqual(spec)
    expect(addressOf(spec)).toBe(address)
  })

  it.each([
    'decision=maybee',
    'decision=',
    'read=perhaps',
    'job=',
    'words=many',
    'words=300',
    'words=1..2..3',
    'words=-5..',
    'quality=bad',
    'exported=1',
    'collected=2026-02-31..',
    'collected=yesterday..today',
    'sort=random',
    'nothing=known',
  ])('%s is ignored', (address) => {
    expect(read(address)).toEqual({})
  })

  it.each([
    ['words=900..100', 'words=100..900'],
    ['collected=2026-01-31..2026-01-01', 'collected=2026-01-01..2026-01-31'],
  ])('%s is put into the right order', (address, meant) => {
    expect(read(address)).toEqual(read(meant))
  })

  it('keeps valid values beside invalid ones', () => {
    expect(read('decision=keep,maybee,keep&quality=links,x')).toEqual({
      decisions: ['keep'],
      quality: ['links'],
    })
  })

  it('leaves unrelated parameters alone', () => {
    const params = new URLSearchParams('from=mail&read=yes')
    writeSpec(params, { decisions: [] })
    expect(params.toString()).toBe('from=mail')
  })
})
