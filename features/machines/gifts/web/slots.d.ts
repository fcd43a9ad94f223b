interface PageSlots {
  /** /giftset: what may be done with what lies in several machines */
  placementActions: readonly import('#kit/pages/actions.ts').Action<
    import('../contract/records.ts').PlacementRecord[]
  >[];
}

declare module 'virtual:slots/placementActions' {
  const filled: import('#kit/ui/slots.ts').Filled<'placementActions'>;
  export default filled;
}
