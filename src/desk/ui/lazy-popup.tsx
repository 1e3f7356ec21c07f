import { Component, useEffectEvent, useLayoutEffect, type ComponentType, type ReactNode } from 'react'
import { dropKeysAtPause, holdKeys } from './held-keys.ts'
import { lazyPart, missingWords } from './lazy-part.tsx'
import { useToast } from './toast.tsx'
import { useHasUnmounted } from './use-before-leaving.ts'

interface PopupProps {
  onClose: () => void
}

export interface LazyPopup<Props extends PopupProps> {
  (props: Props): ReactNode
  /** Fetches the code before it is opened. */
  readonly prefetch: () => Promise<unknown>
}

/**
 * A dialog or menu whose code is fetched when it is first opened, or earlier while the page is idle. Until it is there,
 * Escape cancels it, and other keys wait: they are meant for it, but would act on the page, leaving it or deciding on an
 * article. If it can't be fetched, a message says so, it is closed, and the next opening fetches it again. If it throws,
 * it is closed with a message, too, rather than taking the screen with it.
 */
export function lazyPopup<Props extends PopupProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyPopup<Props> {
  const Part = lazyPart(load)

  function Popup(props: Props) {
    const hasUnmounted = useHasUnmounted()
    // What it is saving may be done once it is closed, and another is open in its place.
    const onClose = () => hasUnmounted.current || props.onClose()
    const showToast = useToast()
    const giveUp = (message: string) => {
      showToast({ id: 'no-popup', message })
      onClose()
    }
    return (
      <Boundary onError={() => giveUp(brokenWords)}>
        <Part
          {...props}
          onClose={onClose}
          waiting={<Waiting onClose={onClose} />}
          onMissing={() => giveUp(missingWords())}
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

function Waiting({ onClose }: PopupProps) {
  const close = useEffectEvent(onClose)
  // A layout effect, so that no key comes between it and the one that opens the popup.
  useLayoutEffect(() => {
    const release = holdKeys(() => close())
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target as Element).closest('[role$=dialog], [role=menu]')) return
      document.removeEventListener('focusin', onFocus)
      release()
    }
    document.addEventListener('focusin', onFocus)
    // It may have been closed, or not be there.
    return dropKeysAtPause
  }, [])
  return null
}
