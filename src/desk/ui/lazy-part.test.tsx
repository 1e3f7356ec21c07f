import { render, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
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

it('is drawn without the stylesheet of another part, which is drawn only once it has its own', async () => {
  let isReachable = false
  // The document fetches no stylesheets in these tests.
  const answer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLLinkElement) node.dispatchEvent(new Event(isReachable ? 'load' : 'error'))
  })
  answer.observe(document.head, { childList: true })
  onTestFinished(() => answer.disconnect())

  const styles = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/dialog.css' })
  let isRequested = false
  // As Vite does: it requests a stylesheet only once.
  const Dialog = lazyPart(async () => {
    if (isRequested) return Part
    isRequested = true
    await new Promise((_, reject) => {
      styles.addEventListener('error', reject)
      document.head.append(styles)
    })
    return Part
  })
  const Message = lazyPart(() => Promise.resolve(Part))

  await expect(Dialog.prefetch()).rejects.toBeInstanceOf(Event)
  render(<Message name="a message" missing={<MissingWords />} />)
  expect(await screen.findByText('Here is a message')).toBeVisible()

  await expect(Dialog.prefetch()).rejects.toThrow('A stylesheet could not be loaded')
  isReachable = true
  await Dialog.prefetch()
  expect(Dialog.isFetched()).toBe(true)
})
