export interface BucketKey {
  readonly item_id: number
  readonly location_id: number
}
