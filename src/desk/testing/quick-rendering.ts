// For debuggers, React's development build asks for the stack of every element it makes, in two ways: a fifth of the time
// of the screens' tests. It looks for this function once, when it is loaded.
Reflect.deleteProperty(console, 'createTask')

// It makes no more than this number of the other stacks per second: let it find them made.
const react = await import('react')
const internals = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
) as object
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} })

/**
 * Queries by role, `toBeVisible` and clicks ask for the computed style of nearly every element, and jsdom then matches
 * its whole default style sheet against it: a quarter of the time of the screens' tests. Here no other style sheet is
 * loaded, so whether an element can be seen follows from its tag, a few attributes and inline styles. Anything else is
 * done by jsdom.
 */
export const fullStyle = window.getComputedStyle
const displays = new Map<string, string>()

window.getComputedStyle = (element, pseudo) =>
  new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'display') return displayOf(element)
      if (name === 'visibility') return inherited(element, name, 'visible')
      if (name === 'pointerEvents') return inherited(element, name, 'auto')
      if (name === 'opacity') return (element as HTMLElement).style.opacity || '1'
      if (name === 'getPropertyValue') return valueOf
      const style = fullStyle(element, pseudo)
      const value: unknown = Reflect.get(style, name)
      return typeof value === 'function' ? value.bind(style) : value

      function valueOf(property: string): string {
        if (property === 'display') return displayOf(element)
        if (property === 'visibility') return inherited(element, property, 'visible')
        return fullStyle(element, pseudo).getPropertyValue(property)
      }
    },
  })

/** The attributes by which the default style sheet decides about `display`. */
const decisive = ['hidden', 'open', 'popover', 'type']

function displayOf(element: Element): string {
  const { display } = (element as HTMLElement).style
  if (display) return display
  const key = JSON.stringify([element.localName, ...decisive.map((name) => element.getAttribute(name))])
  const known = displays.get(key) ?? fullStyle(element).display
  displays.set(key, known)
  return known
}

/** By default, only rows of tables that have the attribute `hidden` are not visible, and nothing ignores the pointer. */
function inherited(element: Element, name: 'visibility' | 'pointerEvents', initial: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = (at as HTMLElement).style[name]
    if (value && value !== 'inherit') return value
  }
  return initial
}
