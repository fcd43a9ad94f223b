interface PageSlots {
  /** how a site does, on its page and, small, in the list of sites */
  siteFigures: import('react').ComponentType<{
    fieldId: string;
    height: number;
    /** says in words what it is; in a list the column does */
    titled?: boolean;
  }>;
  /** whether the reader's account is for all sites; a hook */
  seesAllSites: () => boolean;
}

declare module 'virtual:slots/siteFigures' {
  const filled: import('#kit/ui/slots.ts').Filled<'siteFigures'>;
  export default filled;
}

declare module 'virtual:slots/seesAllSites' {
  const filled: import('#kit/ui/slots.ts').Filled<'seesAllSites'>;
  export default filled;
}
