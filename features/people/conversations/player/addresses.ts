export const servicePath = '/program/my/service';
const chatPath = `${servicePath}/chat`;

type About = { conversationId: string } | { orderNumber: string } | { fieldId: string };

export const chatAddress = (about: About): string => `${chatPath}?${new URLSearchParams(about)}`;
