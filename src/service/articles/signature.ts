export const removeSignature = (text: string): string => text
