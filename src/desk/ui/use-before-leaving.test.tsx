import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useBeforeLeaving } from './use-before-leaving.ts'

function Field({ save }: { save: () => void }) {
  useBeforeLeaving(save)
  return null
}

it('saves before a reload, as the page goes, and when the field does, but not afterwards', () => {
  const saved: string[] = []
  let why = ''
  const { unmount } = render(<Field save={() => saved.push(why)} />)
  const send = (event: string) => {
    why = event
    window.dispatchEvent(new Event(event))
  }
  send('beforeunload')
  send('pagehide')
  why = 'the field is gone'
  unmount()
  send('beforeunload')
  expect(saved).toEqual(['beforeunload', 'pagehide', 'the field is gone'])
})
