/** The part of oidc-provider 9 that the platform uses; the package carries no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface KoaContext {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly path: string;
    readonly method: string;
    /** The client's address, by X-Forwarded-For (mount.ts sets it). */
    readonly ip: string;
    /** A request header; empty where there is none. */
    get(header: string): string;
    /** Sets a header of the answer. */
    set(header: string, value: string): void;
    /** Adds one to a header that may come several times. */
    append(header: string, value: string): void;
    type: string;
    status: number;
    body: unknown;
    readonly query: Readonly<Record<string, string | string[] | undefined>>;
    readonly oidc: {
      readonly result?: { readonly login?: unknown };
      readonly client?: { readonly clientId: string };
      readonly session?: { readonly accountId?: string };
      readonly params?: Readonly<Record<string, unknown>>;
    };
    redirect(url: string): void;
  }

  export interface Interaction {
    readonly uid: string;
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
    /** What was submitted before; goes into the result. */
    lastSubmission?: Readonly<Record<string, unknown>>;
    readonly result?: Readonly<Record<string, unknown>>;
    save(ttlS: number): Promise<string>;
    /** Saves what was changed, for as long as it is good anyway. */
    persist(): Promise<string>;
  }

  export interface GrantModel {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    readonly Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => GrantModel;
    readonly Session: { get(ctx: KoaContext): Promise<{ readonly new?: boolean; destroy(): Promise<void> }> };
    readonly Interaction: { find(uid: string): Promise<Interaction | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (ctx: KoaContext, next: () => Promise<void>) => Promise<void>): void;
    on(event: string, listener: (ctx: KoaContext, failure: Error) => void): void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: Record<string, unknown>): Promise<void>;
  }

  export class Check {
    static readonly REQUEST_PROMPT: boolean;
    static readonly NO_NEED_TO_PROMPT: boolean;
    constructor(reason: string, description: string, error: string, check: (ctx: KoaContext) => boolean);
  }
  export interface Policy {
    get(name: string): { readonly checks: { add(check: Check): void } } | undefined;
    remove(name: string): void;
  }
  export const errors: { readonly InvalidGrant: new (detail: string) => Error };
  export const interactionPolicy: { base(): Policy; readonly Check: typeof Check };
}
