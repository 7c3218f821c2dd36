/** An uploaded file in the temporary folder. Storing it moves it away. */
export interface TempFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  /** The first bytes, from which the type is detected. */
  readonly head: Buffer
  /** Whether a byte is 0: then it is not plain text. */
  readonly hasNul: boolean
}

export type Contents = Buffer | TempFile
