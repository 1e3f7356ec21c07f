import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { useHits } from './use-hits.ts'

function Text({ words }: { words: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  const { count, at, step } = useHits(place)
  return (
    <>
      <button onClick={() => step(1)}>Next</button>
      <p role="status">{`${at + 1} of ${count}`}</p>
      <div ref={place}>
        {words.map((word) => (
          <mark key={word}>{word}</mark>
        ))}
      </div>
    </>
  )
}

it('has no current hit once the hits are drawn anew', async () => {
  const { rerender } = render(<Text words={['river', 'water']} />)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('2 of 2')).toBeVisible()
  rerender(<Text words={['bread', 'oven', 'winter']} />)
  expect(await screen.findByText('0 of 3')).toBeVisible()
})

it('counts on from the current hit once others are drawn before it', async () => {
  const { rerender } = render(<Text words={['river', 'water']} />)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  rerender(<Text words={['bread', 'river', 'water']} />)
  expect(await screen.findByText('2 of 3')).toBeVisible()
  rerender(<Text words={['river', 'water']} />)
  expect(await screen.findByText('1 of 2')).toBeVisible()
})
