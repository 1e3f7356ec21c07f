/** The best accepted encoding: brotli is both faster and smaller here. */
export function chooseEncoding(accepted: string): 'br' | 'gzip' | '' {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
        return [name, Number(weight ?? 1)] as const
      }),
  )
  const weigh = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  if (weigh('br') > 0 && weigh('br') >= weigh('gzip')) return 'br'
  return weigh('gzip') > 0 ? 'gzip' : ''
}

/** Weak comparison (RFC 9110, 13.1.2): a proxy may have weakened the tag when it compressed. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
