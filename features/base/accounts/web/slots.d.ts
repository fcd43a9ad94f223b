interface PageSlots {
  /** /account, a row among the ways to what one may change of oneself; own rows have ranks too, see account.tsx */
  accountLinks: readonly {
    rank: number;
    to: string;
    icon: import('#kit/ui/icons.tsx').IconName;
    /** translation key */
    label: string;
    /** what stands there now */
    Value?: import('react').ComponentType;
    needs: import('#kit/contract/endpoint.ts').AnyEndpoint;
    /** stands on /setaccount too */
    inSettings?: true;
  }[];
  /** /account, cards below these rows */
  accountCards: import('react').ComponentType;
  /** where somebody waits for a code: the code itself, in a demo */
  sentCodes: import('react').ComponentType<{ phone: string | undefined }>;
}

declare module 'virtual:slots/accountLinks' {
  const filled: import('#kit/ui/slots.ts').Filled<'accountLinks'>;
  export default filled;
}

declare module 'virtual:slots/accountCards' {
  const filled: import('#kit/ui/slots.ts').Filled<'accountCards'>;
  export default filled;
}

declare module 'virtual:slots/sentCodes' {
  const filled: import('#kit/ui/slots.ts').Filled<'sentCodes'>;
  export default filled;
}
