export const homePath = '/program';
export const shopsPath = '/program/home/selectshop';
export const buyPath = '/program/home/vip_buynow';

/** A player who comes from a shop's page buys for that shop. */
export const buyAddress = (fieldId: string) => `${buyPath}?${new URLSearchParams({ fieldId })}`;
export const passwordPath = '/program/my/modifyPassword';
export const materialsPath = '/program/my/modifyMaterials';
export const bankCardPath = '/program/my/bankCard';
export const identityPath = '/program/my/idCardInfo';
