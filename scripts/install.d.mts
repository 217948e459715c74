export declare const productFlags: readonly string[];
export declare const productEnvironment: NodeJS.ProcessEnv;
