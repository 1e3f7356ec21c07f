import { Component, type ComponentType, type ReactNode } from 'react'
import { useToast } from './toast.tsx'

/** A popup that closes with a message if it throws. Without it, one outside the screens would replace the whole desk. */
export function closeOnError<Props extends { onClose: () => void }>(
  Popup: ComponentType<Props>,
): ComponentType<Props> {
  return function ClosedOnError(props) {
    const toast = useToast()
    const giveUp = () => {
      toast({ message: 'Something went wrong here. Try again; if that does not help, reload the page.' })
      props.onClose()
    }
    return (
      <Boundary onError={giveUp}>
        <Popup {...props} />
      </Boundary>
    )
  }
}

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
