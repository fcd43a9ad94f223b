/** The accounts that demo mode seeds; their password is public on purpose and exists nowhere else. */
export const demoAccounts = ['merchant', 'clerk', 'franchisee', 'merchant2', 'agent', 'admin'] as const;
export const demoPassword = 'Demo1234';
