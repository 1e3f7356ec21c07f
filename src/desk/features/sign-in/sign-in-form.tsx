import { useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent, type FormEvent } from 'react'
import { settingsPath } from '../../../contract/paths.ts'
import type { Account } from '../../api/credentials.ts'
import { useSession } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ApiKeyField } from './api-key-field.tsx'
import { checkServiceAddress } from './service-address.ts'
import styles from './sign-in-form.module.css'
import type { SignInProblem } from './sign-in-problem.ts'
import { readKey, useSignIn } from './use-sign-in.ts'

type Field = 'email' | 'apiKey' | 'serviceAddress'

const rememberHint =
  'Kept encrypted in this browser until you sign out: safe from a copy of its files, not from someone who uses this browser.'

/** @param known the account that signed out last, if known */
export function SignInForm({ known }: { known?: Account | undefined }) {
  const { cannotRemember } = useSession()
  const { submit, busy } = useSignIn()
  const [problem, setProblem] = useState<SignInProblem>()
  const [early] = useState(readPrerenderedForm)
  const [email, setEmail] = useState(known?.email ?? early?.email ?? '')
  const [serviceAddress, setServiceAddress] = useState(
    known?.serviceAddress ?? (early?.serviceAddress || location.origin),
  )
  const [remember, setRemember] = useState(early?.remember ?? false)
  const [missing, setMissing] = useState<Partial<Record<Field, string>>>({})
  /** The field to focus, as a new object each time: the same field may be wrong twice. */
  const [wrong, setWrong] = useState<{ field: Field }>()
  const form = useRef<HTMLFormElement>(null)
  const keyField = useRef<HTMLInputElement>(null)
  const checked = checkServiceAddress(serviceAddress)
  const needsAddress = problem?.field === 'serviceAddress' || missing.serviceAddress !== undefined

  // Once open it stays open: while an address is typed, it may be that of this page for a moment.
  const [isElsewhere, setIsElsewhere] = useState(false)
  if (!isElsewhere && (needsAddress || serviceAddress !== location.origin)) setIsElsewhere(true)

  const edit = (field: Field) => setMissing((before) => ({ ...before, [field]: undefined }))

  // A password manager may have filled in the form between the first render and the commit.
  useLayoutEffect(() => {
    const filled = readPrerenderedForm()
    if (!filled) return
    // oxlint-disable-next-line react/set-state-in-effect -- no event tells of it
    setEmail(filled.email)
    setServiceAddress(filled.serviceAddress)
    setRemember(filled.remember)
  }, [])

  useEffect(() => {
    if (form.current) takeOverForm(form.current)
  }, [])

  useEffect(() => {
    if (!wrong) return
    const field = form.current?.querySelector<HTMLInputElement>(`[data-field=${wrong.field}] input`)
    // A hidden field takes no focus, and the disclosure around the address may have been closed again.
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
  }, [wrong])

  const takeLine = (event: ClipboardEvent<HTMLInputElement>) => {
    const line = readKey(event.clipboardData.getData('text'))
    if (!line.email || !keyField.current) return
    event.preventDefault()
    setEmail(line.email)
    keyField.current.value = line.apiKey
    setMissing({})
    keyField.current.focus()
  }

  const send = async (event: FormEvent) => {
    event.preventDefault()
    // The line may have come without being pasted: dropped, filled in, or before the script was there.
    const line = readKey(keyField.current?.value ?? '', email.trim())
    setEmail(line.email)
    if (keyField.current) keyField.current.value = line.apiKey
    const found = findMissing(line, checked)
    setMissing(found)
    // Cleared first, so that screen readers announce the same message again.
    setProblem(undefined)
    const first = (['email', 'apiKey', 'serviceAddress'] as const).find((field) => found[field])
    if (first) setWrong({ field: first })
    if (first || !('address' in checked)) return
    const failed = await submit({ ...line, serviceAddress: checked.address }, { remember })
    setProblem(failed)
    if (failed?.field) setWrong({ field: failed.field })
  }

  return (
    // Password managers expect a form with a method, and a key must never end up in an address.
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={(event) => void send(event)}>
      {problem ? (
        <Alert tone="error" title={problem.title}>
          {problem.next}
        </Alert>
      ) : null}
      <div data-field="email">
        <TextField
          label="E-mail"
          name="username"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // In the prerendered form too, so that the field has the focus before the script has loaded.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- nobody comes here for anything else
          autoFocus
          value={email}
          onValueChange={setEmail}
          onInput={() => edit('email')}
          onPaste={takeLine}
          error={missing.email}
        />
      </div>
      <div data-field="apiKey">
        <ApiKeyField
          ref={keyField}
          onInput={() => edit('apiKey')}
          onPaste={takeLine}
          error={missing.apiKey}
          hint={
            <a
              href={('address' in checked ? checked.address : location.origin) + settingsPath}
              target="_blank"
              rel="noreferrer"
            >
              Where is my API key?
            </a>
          }
        />
      </div>
      <Checkbox
        label="Remember me on this device"
        hint={cannotRemember ?? rememberHint}
        checked={remember}
        disabled={cannotRemember !== undefined}
        onCheckedChange={setRemember}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? 'Signing in' : 'Sign in'}
      </Button>
      <Disclosure summary="Other service" defaultOpen={isElsewhere}>
        <div data-field="serviceAddress">
          <TextField
            label="Service address"
            name="service"
            type="text"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={serviceAddress}
            onValueChange={setServiceAddress}
            onInput={() => edit('serviceAddress')}
            error={missing.serviceAddress}
            hint="Any service with the same interface. It must allow this page (CORS)."
          />
        </div>
      </Disclosure>
    </form>
  )
}

function findMissing(
  { email, apiKey }: ReturnType<typeof readKey>,
  address: ReturnType<typeof checkServiceAddress>,
): Partial<Record<Field, string>> {
  return {
    ...(!email && { email: 'Enter the e-mail of your account.' }),
    ...(email.includes(':') && { email: 'An e-mail with a colon cannot be sent to the service.' }),
    ...(!apiKey && { apiKey: 'Enter the API key of your account.' }),
    ...('problem' in address && { serviceAddress: address.problem }),
  }
}

/**
 * What was typed into the prerendered form before the script had loaded; undefined if the form was not prerendered. Must
 * run before the first render hydrates the form: React keeps what is in the fields, but its state has to start with it.
 * The key is not included, since it stays in its field.
 */
function readPrerenderedForm() {
  if (typeof document === 'undefined') return undefined
  const form = document.querySelector('[data-prerendered] form')
  if (!form) return undefined
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
  const remember = form.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked ?? false
  return { email: field('username'), serviceAddress: field('service'), remember }
}

/**
 * Marks the form as working, so that no later one is mistaken for it, and submits it if it was sent before
 * (`before-paint.ts`).
 */
function takeOverForm(form: HTMLFormElement): void {
  form.closest('[data-prerendered]')?.removeAttribute('data-prerendered')
  if (!form.dataset['sent']) return
  delete form.dataset['sent']
  form.requestSubmit()
}
