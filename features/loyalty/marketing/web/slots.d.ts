interface PageSlots {
  /** /marketingTools: tools whose use nobody can count, and how each stands */
  marketingTools: readonly {
    to: string;
    icon: import('#kit/ui/icons.tsx').IconName;
    /** translation keys: what it is called, and what it is for */
    title: string;
    hint: string;
    /** whose right opens it */
    needs: import('#kit/contract/endpoint.ts').AnyEndpoint;
    /** how it stands */
    Figures?: import('react').ComponentType;
  }[];
}

declare module 'virtual:slots/marketingTools' {
  const filled: import('#kit/ui/slots.ts').Filled<'marketingTools'>;
  export default filled;
}
