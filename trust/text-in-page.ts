/** These run in the page: each is sent as source text, so it can't use the others. */

export type Action = 'see' | 'click' | 'type' | 'give'

/**
 * Waits for an element with that name or text and acts on the last one, since dialogs come last in the page. Faster
 * than finding elements by role among thousands.
 */
export async function actOn(
  what: Action,
  selector: string,
  words: string,
  texts: readonly string[],
): Promise<void> {
  const pattern = new RegExp(words)
  const nameOf = (element: Element): string => {
    const { labels } = element as HTMLInputElement
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
    return name.trim()
  }
  const find = () =>
    Array.from(document.querySelectorAll(selector)).findLast((element) =>
      pattern.test(what === 'see' ? (element.textContent ?? '') : nameOf(element)),
    )
  const until = performance.now() + 20_000
  let found = find()
  while (!found) {
    if (performance.now() > until)
      throw new Error(`No ${selector} ${words}: ${document.body.innerText.slice(0, 1_000)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    found = find()
  }
  if (what === 'click') (found as HTMLElement).click()
  if (what === 'give') {
    const [name = '', text = ''] = texts
    const files = new DataTransfer()
    files.items.add(new File([text], name))
    ;(found as HTMLInputElement).files = files.files
    found.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (what === 'type')
    for (const [at, text] of texts.entries()) {
      // React ignores a value set through its own property, as if it had set it itself.
      const { prototype } = found.localName === 'textarea' ? HTMLTextAreaElement : HTMLInputElement
      Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(found, text)
      found.dispatchEvent(new Event('input', { bubbles: true }))
      // One of each script stays long enough for its effects, such as search results, to be drawn.
      await new Promise((resolve) => (at < 28 ? setTimeout(resolve, 10) : queueMicrotask(() => resolve(0))))
    }
}

/** Clicks every element with that name. */
export function pressAll(selector: string, words: string): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector))
    if (new RegExp(words).test((element.textContent ?? '').trim())) element.click()
}

/**
 * Goes to an address as a link does: the page, with what was seen on it, stays. So does the screen until the next one is
 * there; its heading is marked as left.
 */
export function goWithin(path: string): void {
  document.querySelector('main h1')?.setAttribute('data-left', '')
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

export async function closeDialogs(): Promise<void> {
  const open = () => Array.from(document.querySelectorAll('[role=dialog], [role=alertdialog]')).at(-1)
  for (const until = performance.now() + 20_000; open() && performance.now() < until;) {
    Array.from(open()!.querySelectorAll<HTMLElement>('button'))
      .find((button) => /^(Close|Cancel|Done|Esc)/.test(button.ariaLabel ?? button.textContent ?? ''))
      ?.click()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface Watched {
  ran?: unknown
  violations?: string[]
}

export function watchViolations(): void {
  const found: string[] = ((window as Watched).violations = [])
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    found.push(`${violatedDirective} ${blockedURI}`),
  )
}

/** Checks that no element loads from elsewhere or has a script in an attribute. */
export function whatRan(): string[] {
  const { ran, violations } = window as Watched
  const found = [...(violations ?? ['the page was left'])]
  if (ran !== undefined) found.push('ran')
  for (const element of document.body.querySelectorAll('*')) {
    if (element.matches('script, iframe, object, embed, base, meta, link, form[action], video, math')) {
      const isOurs = element.localName === 'script' || element.localName === 'link'
      if (!isOurs || !(element.getAttribute('src') ?? element.getAttribute('href') ?? '/').startsWith('/'))
        found.push(element.outerHTML.slice(0, 200))
    }
    for (const { name, value } of element.attributes)
      if (
        name.startsWith('on') ||
        /^\s*(javascript|data):/i.test(name === 'href' || name === 'src' ? value : '')
      )
        found.push(`${element.localName} ${name}=${value}`)
  }
  return found
}

/** Shows every row of a virtual list. */
export async function scrollThrough(): Promise<void> {
  // A browser on a busy machine may stop drawing for good.
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve)
      setTimeout(resolve, 1_000)
    })
  const scroller =
    Array.from(document.querySelectorAll('*')).find(
      (element) =>
        element !== document.documentElement &&
        element.scrollHeight > element.clientHeight + 500 &&
        /auto|scroll/.test(getComputedStyle(element).overflowY),
    ) ?? document.scrollingElement!
  let last = -1
  while (scroller.scrollTop !== last) {
    last = scroller.scrollTop
    scroller.scrollBy({ top: innerHeight * 0.7, behavior: 'instant' })
    await frame()
    await frame()
  }
}

/** Steps from article to article, at most `most` of them. @returns how many were shown */
export async function readThrough(most: number): Promise<number> {
  const place = () => document.querySelector('[aria-label=Next] ~ p')?.textContent
  for (let shown = 1; shown < most; shown += 1) {
    const before = place()
    document.querySelector<HTMLElement>('[aria-label=Next]:not([aria-disabled=true])')?.click()
    for (const until = performance.now() + 5_000; place() === before;) {
      if (performance.now() > until) return shown
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }
  return most
}
