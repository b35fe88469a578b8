/** The methods of a path item, in the order in which they are read and emitted. */
export const methods = [
  'delete',
  'get',
  'head',
  'options',
  'patch',
  'post',
  'put',
  'trace',
] as const
