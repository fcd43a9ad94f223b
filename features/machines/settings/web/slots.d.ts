interface PageSlots {
  /** a machine's page: other pages about it; own links have other ranks, see hub-links.tsx */
  machineLinks: readonly import('./hub-links.tsx').MachineLink[];
  /** a machine's page: whose right it takes to let coins or goods out, and commands with their own calls */
  machineCommands: import('./hub-commands.tsx').MachineCommands;
  /** a machine's page, at its head: what somebody should know; a hook */
  machineNotes: (equipmentId: string | undefined) => import('./hub.tsx').MachineNotes;
}

declare module 'virtual:slots/machineLinks' {
  const filled: import('#kit/ui/slots.ts').Filled<'machineLinks'>;
  export default filled;
}

declare module 'virtual:slots/machineCommands' {
  const filled: import('#kit/ui/slots.ts').Filled<'machineCommands'>;
  export default filled;
}

declare module 'virtual:slots/machineNotes' {
  const filled: import('#kit/ui/slots.ts').Filled<'machineNotes'>;
  export default filled;
}
