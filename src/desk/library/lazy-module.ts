/** Any method of a module. All of them are asynchronous. */
type Method = (...given: never[]) => Promise<unknown>

/** A module that is fetched once, when it is first needed. */
export interface LazyModule<Module> {
  /** Rejects if the module could not be fetched; the next call tries again. */
  get(): Promise<Module>
  /** Each method fetches the module first. Takes the names because a module not yet fetched can't list its methods. */
  methods<Name extends MethodName<Module>>(names: Readonly<Record<Name, true>>): Pick<Module, Name>
}

type MethodName<Module> = { [Name in keyof Module]: Module[Name] extends Method ? Name : never }[keyof Module]

/** Defers code that the first screen does not need: showing a job does not need the search of the whole library. */
export function lazyModule<Module extends object>(fetchModule: () => Promise<Module>): LazyModule<Module> {
  let module: Promise<Module> | undefined
  const get = () => {
    module ??= fetchModule().catch((error: unknown) => {
      module = undefined
      throw error
    })
    return module
  }
  return {
    get,
    methods<Name extends MethodName<Module>>(names: Readonly<Record<Name, true>>) {
      const later = (name: Name) => {
        return async (...given: never[]) => ((await get())[name] as Method)(...given)
      }
      const entries = (Object.keys(names) as Name[]).map((name) => [name, later(name)])
      return Object.fromEntries(entries) as Pick<Module, Name>
    },
  }
}
