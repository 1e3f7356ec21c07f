import { Component, useEffect, type ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import styles from './error-boundary.module.css'
import { isMissingPart, MissingPartError } from './lazy-screen.ts'
import { reloadNewest } from './reload-newest.ts'

interface Props {
  /** Changes with the screen: an error in one doesn't affect the next. */
  resetKey: string
  onError?: () => void
  children: ReactNode
}

interface State {
  error: unknown
  resetKey: string
}

/** Replaces a screen that threw. Doesn't show the error's message, which may contain text of an article. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? 'unknown' }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.()
    if (error instanceof MissingPartError) error.retry()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Broken isPartMissing={isMissingPart(error)} onOnline={this.drawAgain} />
  }

  private readonly drawAgain = () => this.setState({ error: undefined })
}

function Broken({ isPartMissing, onOnline }: { isPartMissing: boolean; onOnline: () => void }) {
  useEffect(() => {
    if (!isPartMissing) return undefined
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [isPartMissing, onOnline])
  return (
    <div className={styles.broken} role="alert">
      <h1 className={styles.title}>
        {isPartMissing ? 'This part of the desk could not be loaded' : 'This screen stopped working'}
      </h1>
      <p className={styles.text}>{isPartMissing ? missingPart() : broken}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => void reloadNewest()}>
          Reload
        </Button>
        {/* A full load on purpose: the router's state may be what is broken. */}
        <Button onClick={() => location.assign(paths.jobs)}>Go to Jobs</Button>
      </div>
    </div>
  )
}

const broken = 'Something went wrong in the desk. Your articles and jobs are safe on this device.'

function missingPart(): string {
  return navigator.onLine
    ? 'A newer version has been installed, or the server does not respond. Your articles and jobs are safe on this device; copy what you were typing, then reload.'
    : 'You are offline, and this screen has not been loaded on this device before. Your articles and jobs are safe.'
}
