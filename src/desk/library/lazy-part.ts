/** Any method of a part: all of them answer later. */
type Method = (...given: never[]) => Promise<unknown>

/** A part that is fetched when it is first wanted, and once. */
export interface LazyPart<Part> {
  /** Rejects where it could not be fetched; the next call asks for it again. */
  get(): Promise<Part>
  /** Each fetches the part before it is called. The names are given, since what is not there can't be asked for them. */
  methods<Name extends MethodName<Part>>(names: Readonly<Record<Name, true>>): Pick<Part, Name>
}

type MethodName<Part> = { [Name in keyof Part]: Part[Name] extends Method ? Name : never }[keyof Part]

/** What the first screen does not need comes later: a job is shown without what searches a whole library. */
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
