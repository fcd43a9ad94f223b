export const base = '/api/blade-jfscOrder' as const;

export const mostLines = 20;
