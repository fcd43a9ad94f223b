/** What a sealed value of a receiver is for: it can not be moved to another row or column unnoticed. */
export const wechatPurpose = (receiverId: string, field: 'account' | 'name') =>
  `share_receiver ${receiverId} ${field}`;

export const printPurpose = (tenantId: string) => `share_receiver ${tenantId} wechat account`;
