interface PageSlots {
  /** /program, at its head: what the shop shows of itself. `photo` is the shop's own, undefined until it is known. */
  shopHeads: import('react').ComponentType<{
    fieldId: string;
    name: string;
    photo: string | null | undefined;
  }>;
  /** /program, below the own money: the ways to what the shop has besides its machines */
  shopWays: import('react').ComponentType<{ fieldId: string }>;
  /** /program, above the machines: what the shop itself shows there */
  shopShelves: import('react').ComponentType<{ fieldId: string }>;
  /** /program/membershipCode, above the code: what a counter asks of who shows it */
  counterAsks: import('react').ComponentType;
  /** of an order of a shop: what was bought there and where it is */
  shopOrderParts: import('react').ComponentType<{
    orderNumber: string;
    /** the order itself may say something else now */
    onChanged: () => Promise<void>;
  }>;
  /** /program/my, above the ways to everything of one's own */
  ownWays: import('react').ComponentType;
  /** of an order that was paid, at the lower edge: whom to ask about it */
  orderWays: import('react').ComponentType<{ orderNumber: string }>;
}

declare module 'virtual:slots/shopHeads' {
  const filled: import('#kit/ui/slots.ts').Filled<'shopHeads'>;
  export default filled;
}

declare module 'virtual:slots/shopWays' {
  const filled: import('#kit/ui/slots.ts').Filled<'shopWays'>;
  export default filled;
}

declare module 'virtual:slots/shopShelves' {
  const filled: import('#kit/ui/slots.ts').Filled<'shopShelves'>;
  export default filled;
}

declare module 'virtual:slots/counterAsks' {
  const filled: import('#kit/ui/slots.ts').Filled<'counterAsks'>;
  export default filled;
}

declare module 'virtual:slots/shopOrderParts' {
  const filled: import('#kit/ui/slots.ts').Filled<'shopOrderParts'>;
  export default filled;
}

declare module 'virtual:slots/ownWays' {
  const filled: import('#kit/ui/slots.ts').Filled<'ownWays'>;
  export default filled;
}

declare module 'virtual:slots/orderWays' {
  const filled: import('#kit/ui/slots.ts').Filled<'orderWays'>;
  export default filled;
}
