/** What was entered into the form that the document brought along, while the script was still on its way. */
export interface PrerenderedForm {
  readonly email: string
  readonly serviceAddress: string
  readonly remember: boolean
}

/**
 * Read before the first render takes that form over: React leaves what is typed in the fields, but its state has to begin
 * with it. The key is not among it, for it stays in its field. Undefined where the form was not there before.
 */
export function readPrerenderedForm(): PrerenderedForm | undefined {
  const form = prerenderedForm()
  if (!form) return undefined
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
  const remember = form.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked ?? false
  return { email: field('username'), serviceAddress: field('service'), remember }
}

/** The form works from here on: no later one is taken for it, and if it was sent before (`public/before-paint.js`), it is now. */
export function takeOverForm(form: HTMLFormElement): void {
  form.closest('[data-prerendered]')?.removeAttribute('data-prerendered')
  if (!form.dataset['sent']) return
  delete form.dataset['sent']
  form.requestSubmit()
}

const prerenderedForm = () =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLFormElement>('[data-prerendered] form')
