#pragma once

#include <stddef.h>
#include <stdint.h>

// libnats, the client library of NATS, loaded when wanted.
//
// A server on one machine needs no libnats to be installed and pays nothing for it: nothing is linked, and no header of
// NATS is needed to build. The declarations here are those of nats.h of its major version 3.

typedef struct __natsOptions natsOptions;
typedef struct __natsConnection natsConnection;
typedef struct __natsSubscription natsSubscription;
typedef struct __natsMsg natsMsg;

/// The values of natsStatus that are told apart.
enum nats_status {
    NATS_STATUS_OK = 0,
    NATS_STATUS_NOT_YET_CONNECTED = 31,
};

/// A message has come. The callee destroys `message`.
typedef void (*nats_message_handler)(
    natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure);
typedef void (*nats_connection_handler)(natsConnection *connection, void *closure);
typedef void (*nats_error_handler)(natsConnection *connection, natsSubscription *subscription, int status, void *closure);
typedef void (*nats_complete_handler)(void *closure);

/// Loads the library of this name. Answers NULL, or why it cannot be used, in memory that stays. Once it could be
/// loaded it is not loaded again, whatever the name; to be called before all other functions here, and by one thread at
/// a time.
const char *nats_load(const char *name);

const char *nats_status_text(int status);

/// Options. Where a function of the library gives a status, its function here gives it too: 0 is success.
int nats_options_create(natsOptions **options);
void nats_options_destroy(natsOptions *options);
int nats_options_servers(natsOptions *options, const char **servers, int count);
int nats_options_user(natsOptions *options, const char *user, const char *password);
int nats_options_token(natsOptions *options, const char *token);
int nats_options_name(natsOptions *options, const char *name);
/// TLS with a certificate for `host`. `authorities`, `certificate` and `key` are paths, NULL for the system's
/// authorities, or for no certificate of our own.
int nats_options_secure(
    natsOptions *options, const char *host, const char *authorities, const char *certificate, const char *key);
/// Times in ms: how long a connection may take, between two attempts, between two pings, and until a write counts as
/// failed.
int nats_options_times(natsOptions *options, int64_t connect, int64_t wait, int64_t ping, int64_t write);
/// Tries for ever, also at first; sends what is published at once; keeps nothing for a server that is away; knows no
/// servers but those it was told.
int nats_options_manner(natsOptions *options);
/// Handlers are called on the library's own threads. `closed` is the last one.
int nats_options_handlers(
    natsOptions *options, nats_connection_handler connected, nats_connection_handler disconnected,
    nats_connection_handler closed, nats_error_handler failed, void *closure);

int nats_connect(natsConnection **connection, natsOptions *options);
/// Whether it is connected.
int nats_is_up(natsConnection *connection);
/// Ends the connection: `closed` is called then, and nothing more comes.
void nats_close(natsConnection *connection);
void nats_destroy(natsConnection *connection);
int nats_publish(natsConnection *connection, const char *subject, const void *bytes, int count);
/// Waits until the server has read all that was sent, for so many ms.
int nats_flush(natsConnection *connection, int64_t timeout);

/// At most `bytes` wait to be handled; more are dropped, which `failed` hears. `complete` is the last call.
int nats_subscribe(
    natsSubscription **subscription, natsConnection *connection, const char *subject, int bytes,
    nats_message_handler handler, nats_complete_handler complete, void *closure);
void nats_unsubscribe(natsSubscription *subscription);
void nats_subscription_destroy(natsSubscription *subscription);

const char *nats_message_bytes(const natsMsg *message);
int nats_message_count(const natsMsg *message);
void nats_message_destroy(natsMsg *message);
