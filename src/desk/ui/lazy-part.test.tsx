import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { lazyPart, MissingWords } from './lazy-part.tsx'

const Part = ({ name }: { name: string }) => <p>{`Here is ${name}`}</p>

it('renders a part once its code has loaded, and at once from then on', async () => {
  const Rates = lazyPart(() => Promise.resolve(Part))
  const { unmount } = render(<Rates name="a" />)
  expect(await screen.findByText('Here is a')).toBeVisible()
  unmount()
  render(<Rates name="b" />)
  expect(screen.getByText('Here is b')).toBeVisible()
})

it('affects nothing else if the code can’t be loaded, says so, and retries when the network is back', async () => {
  let isOnline = false
  const Rates = lazyPart(() => (isOnline ? Promise.resolve(Part) : Promise.reject(new TypeError('offline'))))
  render(
    <main>
      <p>The screen</p>
      <Rates name="a" missing={<MissingWords />} />
    </main>,
  )
  expect(await screen.findByText(/^This could not be loaded/)).toBeVisible()
  expect(screen.getByText('The screen')).toBeVisible()
  isOnline = true
  dispatchEvent(new Event('online'))
  expect(await screen.findByText('Here is a')).toBeVisible()
})
