import { fireEvent, render, screen } from '@testing-library/react'
import { lazy, useState, type ComponentType } from 'react'
import { expect, it } from 'vitest'
import { LazyDialog } from './lazy-dialog.tsx'
import { useShortcut } from './use-shortcut.ts'

const NeverHere = lazy(() => new Promise<{ default: ComponentType }>(() => {}))

/** A screen that rejects on a letter and is left with Escape. */
function Screen() {
  const [isWanted, setWanted] = useState(true)
  const [done, setDone] = useState('')
  useShortcut('reject', () => setDone((done) => `${done} rejected`))
  useShortcut('back', () => setDone((done) => `${done} left`))
  return (
    <>
      <output>{done}</output>
      {isWanted ? (
        <LazyDialog onGiveUp={() => setWanted(false)}>
          <NeverHere />
        </LazyDialog>
      ) : null}
    </>
  )
}

it('keeps keys meant for a dialog from the page below until it opens or Escape cancels it', () => {
  render(<Screen />)
  const press = (key: string) => fireEvent.keyDown(document.body, { key })
  press('d')
  press('Escape')
  expect(screen.getByRole('status')).toHaveTextContent('')
  press('d')
  press('Escape')
  expect(screen.getByRole('status')).toHaveTextContent('rejected left')
})
