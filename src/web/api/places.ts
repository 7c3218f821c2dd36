/** The lists from which postal addresses are chosen, from the widest to the narrowest. */
export interface Place {
  /** Part of an address, and the list of its choices. */
  readonly part: 'country' | 'region' | 'province' | 'city' | 'barangay'
  /** How a row names the wider places that contain it, the nearest first. */
  readonly lies: readonly { readonly in: Place['part']; readonly by: string }[]
}

export const PLACES: readonly Place[] = [
  { part: 'country', lies: [] },
  { part: 'region', lies: [{ in: 'country', by: 'country_id' }] },
  { part: 'province', lies: [{ in: 'region', by: 'region_id' }] },
  {
    part: 'city',
    lies: [
      { in: 'province', by: 'province_id' },
      { in: 'region', by: 'region_id' },
    ],
  },
  {
    part: 'barangay',
    lies: [
      { in: 'city', by: 'city_id' },
      { in: 'province', by: 'province_id' },
    ],
  },
]
