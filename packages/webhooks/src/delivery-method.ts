import type { webhooks } from '@partner-platform/types'

type MethodOf<Item> = {
  [M in keyof Item]-?: M extends 'parameters'
    ? never
    : undefined extends Item[M]
      ? never
      : Uppercase<M & string>
}[keyof Item]

/** The method of a delivery; the compiler holds it to the documents. @see specs/asyncapi.yaml */
export const deliveryMethod: MethodOf<webhooks[keyof webhooks]> = 'POST'
