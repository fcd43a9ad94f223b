export const redeemPath = '/program/groupBuy';
export const redeemAddress = (fieldId: string) => `${redeemPath}?${new URLSearchParams({ fieldId })}`;
