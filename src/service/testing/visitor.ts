import type { TestService } from './test-service.ts'

export interface Visit {
  readonly cookie?: string | undefined
  readonly headers?: Record<string, string> | undefined
}

/** Simulates, in its headers, a browser on the service's own pages. */
export function createVisitor(service: () => TestService, from: () => string) {
  const visit = (path: string, { cookie, headers }: Visit = {}): Promise<Response> =>
    service().ask('GET', path, { headers: { ...(cookie && { Cookie: cookie }), ...headers } })

  /** Posts a form like a browser: with its own origin. */
  async function submit(
    path: string,
    form: Record<string, string> | FormData,
    { cookie, headers }: Visit = {},
  ): Promise<Response> {
    const encoded = new Response(form instanceof FormData ? form : new URLSearchParams(form))
    return service().ask('POST', path, {
      body: new Uint8Array(await encoded.arrayBuffer()),
      from: from(),
      headers: {
        'Content-Type': encoded.headers.get('Content-Type') ?? '',
        Host: 'desk.test',
        Origin: 'http://desk.test',
        'Sec-Fetch-Site': 'same-origin',
        ...(cookie && { Cookie: cookie }),
        ...headers,
      },
    })
  }

  return {
    visit,
    submit,
    signIn: async (editor: { email: string; key: string }, path = '/settings') => {
      const cookie = cookieOf(await submit('/settings/session', { ...editor, next: path }))
      return { cookie, formToken: await formTokenOf(await visit(path, { cookie })) }
    },
  }
}

export const cookieOf = (response: Response): string =>
  response.headers.get('Set-Cookie')?.split(';')[0] ?? ''

const formTokenOf = async (page: Response): Promise<string> =>
  /name="form-token" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
