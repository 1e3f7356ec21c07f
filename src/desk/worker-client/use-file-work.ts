import { useIsMutating, useMutation } from '@tanstack/react-query'

const mutationKey = ['file-work']

/** Runs work on a file. It goes on when its screen is left; a reload of the page would end it. */
export function useFileWork(): (work: () => Promise<void>) => Promise<void> {
  return useMutation({ mutationKey, mutationFn: (work: () => Promise<void>) => work() }).mutateAsync
}

export const useIsFileUnderWay = (): boolean => useIsMutating({ mutationKey }) > 0
