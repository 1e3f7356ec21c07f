import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ShortcutName } from './shortcuts.ts'

/** Something that can be done by name from the command palette, for as long as what registers it is on the screen. */
export interface Command {
  /** Names it for good, as "articles/copy-ids": what was used lately is remembered by it. */
  readonly id: string
  /** What it does, as its button says it. */
  readonly label: string
  /** What does the same from the keyboard. Its keys are shown here and listened to elsewhere. */
  readonly shortcut?: ShortcutName | undefined
  readonly run: () => void
  /** It is the same on every screen. */
  readonly anywhere?: boolean | undefined
}

export interface CommandOptions extends Command {
  /** False while it could not be done. */
  readonly enabled?: boolean | undefined
}

interface Registry {
  add(command: Command): () => void
  all(): Command[]
}

const RegistryContext = createContext<Registry | undefined>(undefined)

/** Holds what the screens below it offer. Without it, `useCommand` does nothing. */
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

/** @returns reads what is offered at that moment */
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
