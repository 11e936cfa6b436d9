package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"go.mau.fi/whatsmeow/types/events"
)

// The one address that is told of messages, signed as Standard Webhooks has it (standardwebhooks.com).
type webhooks struct {
	lock   sync.Mutex
	url    string
	secret []byte
}

func (hooks *webhooks) set(response http.ResponseWriter, request *http.Request) {
	var given struct {
		URL string `json:"url"`
	}
	if err := json.NewDecoder(request.Body).Decode(&given); err != nil {
		http.Error(response, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	secret := make([]byte, 24)
	_, _ = rand.Read(secret)
	hooks.lock.Lock()
	defer hooks.lock.Unlock()
	hooks.url, hooks.secret = given.URL, secret
	encoded := "whsec_" + base64.StdEncoding.EncodeToString(secret)
	answer(response, http.StatusCreated, map[string]any{"id": "endpoint", "secret": encoded})
}

func (hooks *webhooks) remove(response http.ResponseWriter, _ *http.Request) {
	hooks.lock.Lock()
	defer hooks.lock.Unlock()
	hooks.url = ""
	response.WriteHeader(http.StatusNoContent)
}

// tell posts a message once, and forgets it.
func (hooks *webhooks) tell(message *events.Message) {
	hooks.lock.Lock()
	address, secret := hooks.url, hooks.secret
	hooks.lock.Unlock()
	if address == "" {
		return
	}
	id := "msg_" + message.Info.ID
	body, err := json.Marshal(map[string]any{
		"type": "message.new", "message_id": message.Info.ID, "from": message.Info.Sender.String(),
		"body": message.Message.GetConversation() + message.Message.GetExtendedTextMessage().GetText(),
	})
	check(err)
	moment := fmt.Sprint(time.Now().Unix())
	signature := hmac.New(sha256.New, secret)
	fmt.Fprintf(signature, "%s.%s.%s", id, moment, body)
	request, err := http.NewRequest("POST", address, bytes.NewReader(body))
	check(err)
	request.Header.Set("content-type", "application/json")
	request.Header.Set("webhook-id", id)
	request.Header.Set("webhook-timestamp", moment)
	request.Header.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(signature.Sum(nil)))
	go func() {
		if response, err := http.DefaultClient.Do(request); err == nil {
			response.Body.Close()
		}
	}()
}
