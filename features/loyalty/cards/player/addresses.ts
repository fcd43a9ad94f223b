export const minePath = '/my_card';

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

export const shopAddress = (fieldId: string) => withQuery('/benefit_card_shop', { fieldId });
export const buyAddress = (fieldId: string, cardId: string) => withQuery('/buy_card', { fieldId, cardId });
export const detailAddress = (id: string) => withQuery('/detail_card', { id });
