export const packetAddress = (token: string, fieldId: string) =>
  `/red-packet?packet=${token}&fieldId=${fieldId}`;
