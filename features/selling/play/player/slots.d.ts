interface PageSlots {
  /** /index, below what a machine offers: what else there is at its shop for players */
  machineWays: import('react').ComponentType<{ fieldId: string }>;
  /** /orderConfirm: what a player may hand in there; it is the own from then on, and pays */
  payAids: import('react').ComponentType<{ payAt: string; onRedeemed: (value: 'coin' | 'card') => void }>;
  /** what may be done about a refused payment: the input with which it is tried once more, or nothing */
  payRemedies: <I extends { requestId?: string | undefined }>(
    error: unknown,
    input: I,
  ) => Promise<I | undefined>;
}

declare module 'virtual:slots/machineWays' {
  const filled: import('#kit/ui/slots.ts').Filled<'machineWays'>;
  export default filled;
}

declare module 'virtual:slots/payAids' {
  const filled: import('#kit/ui/slots.ts').Filled<'payAids'>;
  export default filled;
}

declare module 'virtual:slots/payRemedies' {
  const filled: import('#kit/ui/slots.ts').Filled<'payRemedies'>;
  export default filled;
}
