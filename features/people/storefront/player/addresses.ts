export const groupPath = '/program/my/fansGroup';
export const groupAddress = (fieldId: string) => `${groupPath}?${new URLSearchParams({ fieldId })}`;
