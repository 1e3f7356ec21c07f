import {
  Component,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { lazyPart, missingWords } from './lazy-part.tsx'
import { useToast } from './toast.tsx'

interface PopupProps {
  onClose: () => void
}

export interface LazyPopup<Props extends PopupProps> {
  (props: Omit<Props, 'typed'>): ReactNode
  /** Fetches the code before it is opened. */
  readonly prefetch: () => Promise<unknown>
}

/**
 * A dialog or menu whose code is fetched when it is first opened, or earlier while the page is idle. Until it is there,
 * Escape cancels it, and other keys do nothing but reach it as `typed`: they are meant for it, but would act on the page,
 * leaving it or deciding on an article. If it can't be fetched, a message says so, it is closed, and the next opening
 * fetches it again. If it throws, it is closed with a message, too, rather than taking the screen with it.
 */
export function lazyPopup<Props extends PopupProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyPopup<Props> {
  const Part = lazyPart(load)

  function Popup(props: Omit<Props, 'typed'>) {
    const { onClose } = props as PopupProps
    const [typed, setTyped] = useState('')
    const showToast = useToast()
    const giveUp = (message: string) => {
      showToast({ id: 'no-popup', message })
      onClose()
    }
    return (
      <Boundary onError={() => giveUp(brokenWords)}>
        <Part
          {...(props as Props)}
          typed={typed}
          waiting={<Waiting onType={setTyped} onClose={onClose} />}
          onMissing={() => {
            captureTyping()
            giveUp(missingWords())
          }}
        />
      </Boundary>
    )
  }
  return Object.assign(Popup, { prefetch: Part.prefetch })
}

const brokenWords = 'Something went wrong here. Try again; if that does not help, reload the page.'

class Boundary extends Component<{ onError: () => void; children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidCatch() {
    this.props.onError()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

function Waiting({ onType, onClose }: { onType: (change: (typed: string) => string) => void } & PopupProps) {
  const onKey = useEffectEvent((key: string) => {
    if (key === 'Escape') onClose()
    else onType((typed) => withKey(typed, key))
  })
  // A layout effect, so that it ends as the popup takes the focus, with no key in between.
  useLayoutEffect(() => captureKeys((key) => onKey(key)), [])
  return null
}

export function withKey(typed: string, key: string): string {
  if (key === 'Backspace') return typed.slice(0, -1)
  return key.length === 1 ? typed + key : typed
}

/** Long enough for somebody who is typing to look up. */
const typingPauseMs = 1000

/**
 * Keeps keys from the page until Escape or a pause, or until the returned function is called: what they are meant for
 * won't open, or is not there yet.
 */
export function captureTyping(onKey?: (key: string) => void): () => void {
  const end = captureKeys((key) => {
    clearTimeout(timer)
    onKey?.(key)
    if (key === 'Escape') end()
    else timer = setTimeout(end, typingPauseMs)
  })
  let timer = setTimeout(end, typingPauseMs)
  return end
}

let endCapture = (): void => {}

/** Keeps keys from the page, except those for the browser, until the capture is ended or another begins. */
function captureKeys(onKey: (key: string) => void): () => void {
  endCapture()
  const capture = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(Tab|F\d+)$/.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    onKey(event.key)
  }
  document.addEventListener('keydown', capture, { capture: true })
  endCapture = () => document.removeEventListener('keydown', capture, { capture: true })
  return endCapture
}
