import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ShortcutName } from './shortcuts.ts'

/** An action offered in the command palette while the component that registers it is mounted. */
export interface Command {
  /** A stable name, as "articles/copy-ids", by which the palette remembers recent commands. */
  readonly id: string
  /** What the command does, in the words of its button. */
  readonly label: string
  /** The shortcut that does the same. Its keys are only displayed here; they are handled elsewhere. */
  readonly shortcut?: ShortcutName | undefined
  readonly run: () => void
  /** Whether it is the same on every screen. */
  readonly anywhere?: boolean | undefined
}

export interface CommandOptions extends Command {
  /** False while it can't be done. */
  readonly enabled?: boolean | undefined
}

interface Registry {
  add(command: Command): () => void
  all(): Command[]
}

const RegistryContext = createContext<Registry | undefined>(undefined)

/** Holds the commands of the screens below it. Without it, `useCommand` does nothing. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry)
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

export function useCommand({ id, label, shortcut, run, anywhere, enabled = true }: CommandOptions): void {
  const registry = use(RegistryContext)
  const latest = useEffectEvent(run)
  useEffect(
    () => (enabled ? registry?.add({ id, label, shortcut, run: () => latest(), anywhere }) : undefined),
    [registry, id, label, shortcut, anywhere, enabled],
  )
}

/** @returns a function that reads the current commands */
export function useReadCommands(): () => Command[] {
  const registry = use(RegistryContext)
  return () => registry?.all() ?? []
}

function createRegistry(): Registry {
  const commands = new Map<string, Command>()
  return {
    add(command) {
      commands.set(command.id, command)
      return () => {
        // A screen may register before the previous one has unregistered.
        if (commands.get(command.id) === command) commands.delete(command.id)
      }
    },
    all: () => [...commands.values()],
  }
}
