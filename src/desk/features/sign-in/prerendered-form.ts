/** What was typed into the prerendered form before the script had loaded. */
export interface PrerenderedForm {
  readonly email: string
  readonly serviceAddress: string
  readonly remember: boolean
}

/**
 * Must run before the first render hydrates the form: React keeps what is in the fields, but its state has to start
 * with it. The key is not included, since it stays in its field. Undefined if the form was not prerendered.
 */
export function readPrerenderedForm(): PrerenderedForm | undefined {
  const form = prerenderedForm()
  if (!form) return undefined
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
  const remember = form.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked ?? false
  return { email: field('username'), serviceAddress: field('service'), remember }
}

/**
 * Marks the form as working, so that no later one is mistaken for it, and submits it if it was sent before
 * (`public/before-paint.js`).
 */
export function takeOverForm(form: HTMLFormElement): void {
  form.closest('[data-prerendered]')?.removeAttribute('data-prerendered')
  if (!form.dataset['sent']) return
  delete form.dataset['sent']
  form.requestSubmit()
}

const prerenderedForm = () =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLFormElement>('[data-prerendered] form')
