/** Any method of a part. All of them are asynchronous. */
type Method = (...given: never[]) => Promise<unknown>

/** A part that is fetched once, when it is first needed. */
export interface LazyPart<Part> {
  /** Rejects if the part could not be fetched; the next call tries again. */
  get(): Promise<Part>
  /** Each method fetches the part first. Takes the names because a part not yet fetched can't list its methods. */
  methods<Name extends MethodName<Part>>(names: Readonly<Record<Name, true>>): Pick<Part, Name>
}

type MethodName<Part> = { [Name in keyof Part]: Part[Name] extends Method ? Name : never }[keyof Part]

/** Defers code that the first screen does not need: showing a job does not need the search of the whole library. */
export function lazyPart<Part extends object>(fetchPart: () => Promise<Part>): LazyPart<Part> {
  let part: Promise<Part> | undefined
  const get = () => {
    part ??= fetchPart().catch((error: unknown) => {
      part = undefined
      throw error
    })
    return part
  }
  return {
    get,
    methods<Name extends MethodName<Part>>(names: Readonly<Record<Name, true>>) {
      const later = (name: Name) => {
        return async (...given: never[]) => ((await get())[name] as Method)(...given)
      }
      const entries = (Object.keys(names) as Name[]).map((name) => [name, later(name)])
      return Object.fromEntries(entries) as Pick<Part, Name>
    },
  }
}
