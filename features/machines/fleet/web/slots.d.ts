interface PageSlots {
  /** what may be done with several machines, between printing their labels and moving them */
  fleetActions: readonly import('#kit/pages/actions.ts').Action<
    import('#features/machines/devices/contract.ts').DeviceRecord[]
  >[];
  /** what a scanned code may be besides that of a machine, and where it leads then */
  scannedCodes: { isOne: (text: string) => boolean; addressOf: (text: string) => string };
  /** by what WeChat lets the page at this address use its scanner */
  wechatSignatures: (url: string) => Promise<import('#kit/ui/wechat-scan.ts').PageSignature>;
}

declare module 'virtual:slots/fleetActions' {
  const filled: import('#kit/ui/slots.ts').Filled<'fleetActions'>;
  export default filled;
}

declare module 'virtual:slots/scannedCodes' {
  const filled: import('#kit/ui/slots.ts').Filled<'scannedCodes'>;
  export default filled;
}

declare module 'virtual:slots/wechatSignatures' {
  const filled: import('#kit/ui/slots.ts').Filled<'wechatSignatures'>;
  export default filled;
}
